const PAGE = 200

/** Reads all pages of a list. */
export const readPages = async <T>(
  read: (page: { skip: number; limit: number }) => Promise<{ items: T[]; totalCount: number }>,
): Promise<T[]> => {
  const all: T[] = []
  for (;;) {
    const { items, totalCount } = await read({ skip: all.length, limit: PAGE })
    all.push(...items)
    if (items.length === 0 || all.length >= totalCount) return all
  }
}
