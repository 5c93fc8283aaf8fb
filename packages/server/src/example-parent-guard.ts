// The example adapter loads this module before its own program. The module ends the adapter as soon as the Pimento process that started it
// has ended. No product is lost, because the adapter flushes accepted products to disk before it reports them.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
