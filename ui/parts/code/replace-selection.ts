import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * Types over a selection as a change of the document. The browser's own way joins elements and writes inline styles to
 * them, which the page's policy forbids.
 */
export const replaceSelection: Extension = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { from, to, empty } = view.state.selection.main
    if (empty || view.composing || view.state.readOnly || event.inputType !== 'insertText' || !event.data) return false
    event.preventDefault()
    const text = event.data
    const change = () =>
      view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true })
    const isHandled = view.state
      .facet(EditorView.inputHandler)
      .some((handleInput) => handleInput(view, from, to, text, change))
    if (!isHandled) view.dispatch(change())
    return true
  },
})
