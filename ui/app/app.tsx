import { CSPProvider } from '@base-ui/react/csp-provider'
import '../design/global.css'
import { type Console, ConsoleProvider } from './console-context.tsx'
import type { Router } from './routing/create-router.ts'
import { RouterView } from './routing/router-view.tsx'
import { Theme } from './theme.tsx'

export const App = ({ console, router }: { console: Console; router: Router }) => (
  <CSPProvider disableStyleElements>
    <ConsoleProvider console={console}>
      <Theme />
      <RouterView router={router} />
    </ConsoleProvider>
  </CSPProvider>
)
