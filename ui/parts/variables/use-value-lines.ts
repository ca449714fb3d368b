import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'

type OneLineField = HTMLInputElement

/** A one-line field would join the lines of a value: such a value gets a field of several, and keeps it. */
export const useValueLines = (value: string, onChange: (value: string) => void) => {
  const [caret, setCaret] = useState<number | null>(null)
  const insert = ({ selectionStart, selectionEnd }: OneLineField, text: string) => {
    const from = selectionStart ?? value.length
    setCaret(from + text.length)
    onChange(value.slice(0, from) + text + value.slice(selectionEnd ?? from))
  }
  return {
    hasLines: caret !== null || value.includes('\n'),
    /** Where the user goes on typing; null if the field was not just typed in. */
    caret,
    /** Keeps the line breaks of pasted text. */
    paste: (event: ClipboardEvent<OneLineField>) => {
      const text = event.clipboardData.getData('text').replaceAll('\r\n', '\n')
      if (event.defaultPrevented || !text.trimEnd().includes('\n')) return
      event.preventDefault()
      insert(event.currentTarget, text)
    },
    /** Shift and Enter begin another line. */
    press: (event: KeyboardEvent<OneLineField>) => {
      if (event.key !== 'Enter' || !event.shiftKey) return
      event.preventDefault()
      insert(event.currentTarget, '\n')
    },
  }
}
