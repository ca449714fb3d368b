import { createContext, type ReactNode, useContext } from 'react'
import type { Bus } from '../../src/core/bus.ts'
import type { LogBuffers } from '../../src/logs/log-buffer.ts'
import type { Message, UiMessage } from '../../src/message.ts'
import type { StartState } from '../../src/state.ts'

/** The parts of the running console that views use. */
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
  if (!found) throw new Error('useConsole needs a ConsoleProvider above it.')
  return found
}

/** Returns the function that sends a view's messages to the bus. */
export const useSend = (): ((message: UiMessage) => void) => useConsole().bus.send
