import type { Plugin } from 'vite'

/** What xterm.js does that the content security policy forbids, and what does the same within it. */
const replacements = [
  // A style attribute; a style property is permitted.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how xterm.js is written
  ['t.setAttribute("style",`${t.getAttribute("style")||""}${e};`)', 't.style.cssText+=e+";"'],
  // The colours of the scroll bar, which are in the console's own style sheet.
  ['n.mainDocument.createElement("style")', 'n.mainDocument.createElement("template")'],
] as const

/** `ui/terminals/screen/policy-document.ts` replaces the rest. The build fails when a new version is written otherwise. */
export const xtermUnderPolicy = (): Plugin => ({
  name: 'xterm-under-policy',
  transform: (code, id) => {
    if (!id.includes('@xterm/xterm/lib/xterm.mjs')) return
    return replacements.reduce((text, [found, instead]) => {
      if (text.split(found).length !== 2) throw new Error(`xterm.js has changed: look for ${found}`)
      return text.replace(found, () => instead)
    }, code)
  },
})
