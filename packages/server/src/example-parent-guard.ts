// Loaded into the example adapter before its own program: ends the adapter at once when the service that started it has ended. No product
// is lost, because the adapter flushes accepted products to disk before it reports them.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
