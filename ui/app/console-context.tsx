import { createContext, type ReactNode, useContext } from 'react'
import type { Bus } from '../../src/core/bus.ts'
import type { LogBuffers } from '../../src/logs/log-buffer.ts'
import type { Message } from '../../src/message.ts'
import type { StartState } from '../../src/state.ts'

/** What every view hangs from. */
export interface Console {
  bus: Bus<StartState, Message>
  logs: LogBuffers
  newId(): string
}

const ConsoleContext = createContext<Console | null>(null)

export const ConsoleProvider = ({ console, children }: { console: Console; children: ReactNode }) => (
  <ConsoleContext value={console}>{children}</ConsoleContext>
)

export const useConsole = (): Console => {
  const found = useContext(ConsoleContext)
  if (!found) throw new Error('A view stands outside of ConsoleProvider.')
  return found
}
