import { useEffect, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { classNames } from '../class-names.ts'
import css from './link-tabs.module.css'

export type LinkTab = { to: string; label: string; count?: number; exact?: boolean }

type LinkTabsProps = {
  label: string
  tabs: readonly LinkTab[]
  /** The `to` of the open tab, if the path alone does not determine it: tabs that filter by the query. */
  current?: string
  /** `segments` switches between two sides of the same thing, below other tabs. */
  look?: 'tabs' | 'segments'
}

/** Tabs are links: the address is the state, so each can be shared, opened in a new tab and left with Back. */
export const LinkTabs = ({ label, tabs, current, look = 'tabs' }: LinkTabsProps) => {
  const strip = useShownTab(useLocation().key)
  return (
    <nav ref={strip} className={css.tabs} data-look={look} aria-label={label}>
      {tabs.map((tab) => {
        const content = (
          <>
            {tab.label}
            {tab.count !== undefined && <span className={css.count}>{tab.count.toLocaleString('en-GB')}</span>}
          </>
        )
        return current === undefined ? (
          <NavLink key={tab.to} to={tab.to} end={tab.exact ?? false} className={classNames(css.tab)}>
            {content}
          </NavLink>
        ) : (
          <Link
            key={tab.to}
            to={tab.to}
            className={css.tab}
            preventScrollReset
            aria-current={tab.to === current ? 'page' : undefined}
          >
            {content}
          </Link>
        )
      })}
    </nav>
  )
}

/** On small screens the tabs scroll in one row; scrolls the open one into view. */
const useShownTab = (place: string) => {
  const strip = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address opens another tab
  useEffect(() => {
    const nav = strip.current
    const tab = nav?.querySelector<HTMLElement>('[aria-current="page"]')
    if (nav && tab) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
  }, [place])
  return strip
}
