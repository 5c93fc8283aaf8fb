// Loaded into the example adapter before its own program: ends it at once when the service that started it is gone. The adapter loses
// nothing, because it flushes what it has accepted before it reports it.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
