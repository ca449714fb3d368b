import '../../../ui/design/global.css'
import type { ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { ControlsView } from './controls-view.tsx'
import { DashboardView } from './dashboard-view.tsx'
import { InstanceView } from './instance-view.tsx'
import { LogViewPage } from './log-view-page.tsx'
import { LoginView } from './login-view.tsx'
import { OverlaysView } from './overlays-view.tsx'
import { StatesView } from './states-view.tsx'
import { WizardView } from './wizard-view.tsx'

const query = new URLSearchParams(location.search)
document.documentElement.dataset.theme = query.get('theme') ?? 'dark'

const views: Record<string, ReactElement> = {
  controls: <ControlsView />,
  dashboard: <DashboardView />,
  instance: <InstanceView />,
  log: <LogViewPage />,
  login: <LoginView />,
  overlays: <OverlaysView />,
  states: <StatesView />,
  wizard: <WizardView />,
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
createRoot(root).render(<BrowserRouter>{views[query.get('view') ?? 'controls']}</BrowserRouter>)
