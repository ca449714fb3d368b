import { useLayoutEffect } from 'react'
import { selectResolvedTheme } from '../../src/theme/theme.ts'
import { useSelected } from '../hooks/use-selected.ts'

/** Sets the theme on the root element, which the tokens read. */
export const Theme = () => {
  const resolvedTheme = useSelected(selectResolvedTheme)
  useLayoutEffect(() => {
    document.documentElement.dataset.theme = resolvedTheme
  }, [resolvedTheme])
  return null
}
