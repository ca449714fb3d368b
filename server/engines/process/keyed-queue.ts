/** Runs tasks of one key one after another, and those of different keys side by side. */
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
