import { selectToken } from '../../src/session/session.ts'
import { useSelected } from '../app/use-selected.ts'

/** Logs come by the live connection, which is for those who are signed in. */
export const useHasLogs = (): boolean => useSelected(selectToken) !== null
