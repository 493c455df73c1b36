/** Responds to what the parent process asks, until it is gone. */
export function answer<Question>(handle: (question: Question) => unknown): void {
  process.on('message', async (question) => {
    try {
      process.send?.({ value: await handle(question as Question) });
    } catch (error) {
      process.send?.({ error: (error as Error).stack });
    }
  });
  process.once('disconnect', () => process.exit());
}
