import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint'
import { Annotation, EditorState, type Text } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import type { CodeCompletions, CodeMark } from './code-mark.ts'
import { codeTheme } from './code-theme.ts'
import { replaceSelection } from './replace-selection.ts'

/** Marks a change that the page made, not the user. */
const fromPage = Annotation.define<true>()

interface EditorOptions {
  label: string
  value: string
  isReadOnly: boolean
  onChange: (value: string) => void
  onFile: (file: File) => void
  completionsOf: (before: string) => CodeCompletions | null
}

export interface Editor {
  setValue(value: string): void
  setMarks(marks: readonly CodeMark[]): void
  close(): void
}

/** Opens a YAML editor in a shadow root: there, its style sheets are constructed, which the page's policy permits. */
export const openEditor = (root: ShadowRoot, options: EditorOptions): Editor => {
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({ doc: options.value, extensions: extensionsOf(options) }),
  })
  return {
    setValue: (value) => {
      const change = changeTo(view.state.doc.toString(), value)
      if (change) view.dispatch({ changes: change, annotations: fromPage.of(true) })
    },
    setMarks: (marks) =>
      view.dispatch(
        setDiagnostics(
          view.state,
          marks.map((mark) => diagnosticOf(view.state.doc, mark)),
        ),
      ),
    close: () => view.destroy(),
  }
}

const extensionsOf = ({ label, isReadOnly, onChange, onFile, completionsOf }: EditorOptions) => [
  EditorState.readOnly.of(isReadOnly),
  lineNumbers(),
  lintGutter(),
  history(),
  drawSelection(),
  highlightActiveLine(),
  closeBrackets(),
  replaceSelection,
  yaml(),
  codeTheme,
  EditorView.lineWrapping,
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
  autocompletion({
    icons: false,
    override: [
      ({ state, pos }) => {
        const found = completionsOf(state.sliceDoc(0, pos))
        if (!found) return null
        const options = found.options.map(({ label: name, description }) => ({
          label: name,
          info: description,
          apply: `${name}: `,
        }))
        return { from: found.from, options, validFor: /^[A-Za-z]*$/ }
      },
    ],
  }),
  // Tab moves the focus on, as everywhere else.
  keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap, ...historyKeymap]),
  EditorView.updateListener.of(({ docChanged, transactions, state }) => {
    if (docChanged && !transactions.some((transaction) => transaction.annotation(fromPage)))
      onChange(state.doc.toString())
  }),
  EditorView.domEventHandlers({
    drop: (event) => {
      const file = event.dataTransfer?.files[0]
      if (!file || isReadOnly) return false
      event.preventDefault()
      onFile(file)
      return true
    },
  }),
]

/** Keeps the cursor where the text stays the same. */
const changeTo = (before: string, after: string): { from: number; to: number; insert: string } | null => {
  if (before === after) return null
  const least = Math.min(before.length, after.length)
  let from = 0
  while (from < least && before[from] === after[from]) from += 1
  let end = 0
  while (end < least - from && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}

const diagnosticOf = (doc: Text, { line, column, severity, message }: CodeMark): Diagnostic => {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  const at = Math.min(from + Math.max(column, 1) - 1, to)
  return { from: at, to: Math.max(at, to), severity, message }
}
