/** Gives a place back, once however often it is called. */
export type Leave = () => void

export interface Places {
  /** Null when the key has no more. */
  take(key: string): Leave | null
}

/** How many of something each key holds at the same time. */
export const createPlaces = (most: number): Places => {
  const taken = new Map<string, number>()
  return {
    take(key) {
      const before = taken.get(key) ?? 0
      if (before >= most) return null
      taken.set(key, before + 1)
      let isLeft = false
      return () => {
        if (isLeft) return
        isLeft = true
        const left = (taken.get(key) ?? 1) - 1
        if (left === 0) taken.delete(key)
        else taken.set(key, left)
      }
    },
  }
}
