import type { OpenTerminals } from '../../src/terminals/open-terminals.ts'
import { useConsole } from '../hooks/use-console.tsx'

/** Returns the open sessions. The route of the page has loaded them. */
export const useTerminals = (): OpenTerminals => {
  const { current } = useConsole().terminals
  if (!current) throw new Error('The terminals were not opened.')
  return current
}
