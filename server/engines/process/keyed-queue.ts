/** Runs tasks with the same key one after another, and those with different keys concurrently. */
export function keyedQueue(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, task) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task, task)
    last.set(key, turn)
    const release = () => {
      if (last.get(key) === turn) last.delete(key)
    }
    turn.then(release, release)
    return turn
  }
}
