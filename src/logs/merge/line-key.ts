/** Far more lines than any log has, so that lines of slot 0 are identified by their own sequence number. */
const SEQUENCES = 2 ** 40

/** Identifies a line of several logs by one number: the slot of its log and its sequence number there. */
export const lineKey = (slot: number, sequence: number): number => slot * SEQUENCES + sequence

export const slotOf = (key: number): number => Math.floor(key / SEQUENCES)
export const sequenceOf = (key: number): number => key % SEQUENCES
