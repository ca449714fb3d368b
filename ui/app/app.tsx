import { RouterProvider } from 'react-router-dom'
import '../design/global.css'
import { type Console, ConsoleProvider } from './console-context.tsx'
import type { createRouter } from './router.tsx'
import { Theme } from './theme.tsx'

export const App = ({ console, router }: { console: Console; router: ReturnType<typeof createRouter> }) => (
  <ConsoleProvider console={console}>
    <Theme />
    <RouterProvider router={router} />
  </ConsoleProvider>
)
