const focusable = ':is(a[href], button, input, select, textarea, [tabindex]):not(:disabled, [tabindex="-1"])'

/** Where the focus is, and what can have it in its stead once that is gone. */
export interface FocusTarget {
  element: HTMLElement
  /** Which of its row's controls it is. */
  nth: number
  /** Its own row, those after it, and those before it from the nearest on. */
  rows: readonly Element[]
  /** What it stands in, from the nearest on. */
  around: readonly Element[]
}

/** A key pressed twice must not delete anything. */
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

/** The same control of the nearest row that is left; without one, the first harmless control of what is left around it. */
export const standIn = ({ element, nth, rows, around }: FocusTarget): HTMLElement | null => {
  if (element.isConnected) return element
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
