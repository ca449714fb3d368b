import { CSPProvider } from '@base-ui/react/csp-provider'
import { type createBrowserRouter, RouterProvider } from 'react-router-dom'
import '../design/global.css'
import { type Console, ConsoleProvider } from '../hooks/use-console.tsx'
import { Theme } from './theme.tsx'

type AppProps = { console: Console; router: ReturnType<typeof createBrowserRouter> }

export const App = ({ console, router }: AppProps) => (
  <CSPProvider disableStyleElements>
    <ConsoleProvider console={console}>
      <Theme />
      <RouterProvider router={router} />
    </ConsoleProvider>
  </CSPProvider>
)
