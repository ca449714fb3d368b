import { createContext, type ReactNode } from 'react'

/** The dialogs that stand on the one that reads this: being its children is what makes Escape close one at a time. */
export const AboveDialog = createContext<ReactNode>(null)
