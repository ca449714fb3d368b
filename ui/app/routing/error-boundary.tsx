import { Component, type ReactNode } from 'react'
import type { Location } from 'react-router-dom'
import { CrashPage } from '../crash-page.tsx'

interface Props {
  at: Location
  children: ReactNode
}

interface Crash {
  error: unknown
}

/** A page that throws is left alone: the crash page stands until another address is opened. */
export class ErrorBoundary extends Component<Props, { crash: Crash | null }> {
  override state: { crash: Crash | null } = { crash: null }

  static getDerivedStateFromError = (error: unknown) => ({ crash: { error } })

  override componentDidUpdate(before: Props, { crash }: { crash: Crash | null }) {
    if (crash !== null && before.at !== this.props.at) this.setState({ crash: null })
  }

  override render() {
    const { crash } = this.state
    return crash === null ? this.props.children : <CrashPage error={crash.error} />
  }
}
