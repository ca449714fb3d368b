const focusable = ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled, [tabindex="-1"])'

/** The focused element, and candidates for the focus once it is removed or disabled. */
export interface FocusTarget {
  element: HTMLElement
  /** Its index among the row's controls. */
  nth: number
  /** Its row, the rows after it, and those before it, nearest first. */
  rows: readonly Element[]
  /** Its ancestors, nearest first. */
  around: readonly Element[]
}

/** Dangerous buttons are skipped: a key pressed twice must not delete anything. */
const isHarmless = ({ dataset: { variant } }: HTMLElement): boolean =>
  variant !== 'danger' && variant !== 'danger-quiet'

const controlsIn = (element: Element): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(focusable)]

const ancestorsOf = (element: Element): Element[] => {
  const parent = element.parentElement
  return parent === null || parent === document.body ? [] : [parent, ...ancestorsOf(parent)]
}

export const focusTargetOf = (element: HTMLElement): FocusTarget => {
  const row = element.closest('tr, li')
  const all = row ? [...(row.parentElement?.children ?? [])] : []
  const at = row ? all.indexOf(row) : 0
  return {
    element,
    nth: row ? controlsIn(row).indexOf(element) : 0,
    rows: [...all.slice(at), ...all.slice(0, at).reverse()],
    around: ancestorsOf(element),
  }
}

/** Returns the same control of the nearest remaining row, or the first harmless control around it. */
export const standIn = ({ element, nth, rows, around }: FocusTarget): HTMLElement | null => {
  if (element.isConnected && !element.matches(':disabled')) return element
  for (const row of rows.filter(({ isConnected }) => isConnected)) {
    const controls = controlsIn(row)
    const control = controls[nth] ?? controls.at(-1)
    if (control) return control
  }
  for (const one of around.filter(({ isConnected }) => isConnected)) {
    const control = controlsIn(one).find(isHarmless)
    if (control) return control
  }
  return null
}
