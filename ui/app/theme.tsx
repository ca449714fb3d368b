import { useLayoutEffect } from 'react'
import { selectShownTheme } from '../../src/theme/theme.ts'
import { useSelected } from './use-selected.ts'

/** Tells the page's root which theme is shown; the tokens follow. */
export const Theme = () => {
  const shown = useSelected(selectShownTheme)
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = shown
  }, [shown])
  return null
}
