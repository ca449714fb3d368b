export const PAGE_SIZE = 10

/** A page of a list as it is asked for, from 1: whoever asks for the same shares the answer. */
export const listPage = (page: number) => ({ skip: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE })
