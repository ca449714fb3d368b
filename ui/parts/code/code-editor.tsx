import { useEffect, useRef } from 'react'
import css from './code-editor.module.css'
import type { CodeCompletions, CodeMark } from './code-mark.ts'
import { type Editor, openEditor } from './open-editor.ts'

type CodeEditorProps = {
  label: string
  value: string
  isReadOnly: boolean
  onChange: (value: string) => void
  /** A file was dropped on it. */
  onFile: (file: File) => void
  marks: readonly CodeMark[]
  completionsOf: (before: string) => CodeCompletions | null
}

/** An editor for YAML, with messages at their lines. */
export const CodeEditor = (props: CodeEditorProps) => {
  const { label, value, isReadOnly, marks } = props
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const opened = openEditor(root, {
      label,
      isReadOnly,
      value: latest.current.value,
      onChange: (next) => latest.current.onChange(next),
      onFile: (file) => latest.current.onFile(file),
      completionsOf: (before) => latest.current.completionsOf(before),
    })
    editor.current = opened
    return () => opened.close()
  }, [label, isReadOnly])

  useEffect(() => editor.current?.setValue(value), [value])
  useEffect(() => editor.current?.setMarks(marks), [marks])
  return <div ref={host} className={css.editor} />
}
