import { useLayoutEffect } from 'react'
import { selectResolvedTheme } from '../../src/theme/theme.ts'
import { useSelected } from '../hooks/use-selected.ts'

/** Tells the page's root which theme is shown; the tokens follow. */
export const Theme = () => {
  const resolvedTheme = useSelected(selectResolvedTheme)
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = resolvedTheme
  }, [resolvedTheme])
  return null
}
