import type { UiMessage } from '../../src/message.ts'
import { useConsole } from './console-context.tsx'

/** How a view says what a person did. */
export const useSend = (): ((message: UiMessage) => void) => useConsole().bus.send
