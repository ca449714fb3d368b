/** Runs a task for each item, with at most `atOnce` tasks running concurrently. */
export async function forEachConcurrent<T>(
  items: readonly T[],
  atOnce: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values()
  const work = async () => {
    for (const item of rest) await task(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}
