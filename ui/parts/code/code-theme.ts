import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const popup = {
  border: 'var(--line-width) solid var(--line-strong)',
  borderRadius: 'var(--radius-2)',
  background: 'var(--surface-raised)',
  color: 'var(--text)',
  boxShadow: 'var(--shadow-2)',
}

const surfaces = EditorView.theme({
  '&': { blockSize: '100%', background: 'var(--surface-control)', color: 'var(--text)', fontSize: 'var(--text-sm)' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: 'var(--leading-body)' },
  '.cm-content': { caretColor: 'var(--text)', paddingBlock: 'var(--space-2)' },
  '.cm-cursor': { borderInlineStartColor: 'var(--text)' },
  '.cm-gutters': {
    background: 'var(--surface-sunken)',
    color: 'var(--text-muted)',
    borderInlineEnd: 'var(--line-width) solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--wash)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--accent-wash)' },
  '.cm-tooltip': popup,
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--accent-wash)', color: 'var(--text)' },
  '.cm-completionInfo': { ...popup, fontFamily: 'var(--font-text)' },
  '.cm-diagnostic-error': { borderInlineStartColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderInlineStartColor: 'var(--warn)' },
})

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--warn)' },
  { tag: [tags.string, tags.content], color: 'var(--text)' },
  { tag: tags.comment, color: 'var(--text-muted)', fontStyle: 'italic' },
  { tag: [tags.separator, tags.punctuation, tags.meta], color: 'var(--text-muted)' },
])

/** The colours of the console in both colour schemes: its style sheet's variables reach into the editor. */
export const codeTheme: Extension = [surfaces, syntaxHighlighting(colours)]
