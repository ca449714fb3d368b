import { createContext, useContext } from 'react'
import type { Router } from './create-router.ts'

export const RouterContext = createContext<Router | null>(null)

export const useRouter = (): Router => {
  const found = useContext(RouterContext)
  if (!found) throw new Error('A view stands outside of RouterView.')
  return found
}
