import { createContext, useContext } from 'react'
import type { OpenTerminals } from '../../src/terminals/open-terminals.ts'

export const TerminalsContext = createContext<OpenTerminals | null>(null)

/** Returns the open sessions, which `TerminalsProvider` has loaded. */
export const useTerminals = (): OpenTerminals => {
  const terminals = useContext(TerminalsContext)
  if (!terminals) throw new Error('useTerminals needs a TerminalsProvider above it.')
  return terminals
}
