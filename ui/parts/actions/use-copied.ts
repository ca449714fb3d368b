import { useEffect, useState } from 'react'
import { copyText } from './copy-text.ts'

const copiedMs = 3000

/** `copied` is true for three seconds after each copy. */
export const useCopied = (text: string, onCopied?: () => void): { copied: boolean; copy: () => Promise<void> } => {
  const [copies, setCopies] = useState(0)
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (copies === 0) return
    setCopied(true)
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [copies])

  const copy = async () => {
    if (!(await copyText(text))) return
    setCopies((count) => count + 1)
    onCopied?.()
  }
  return { copied, copy }
}
