import { statusKind } from '../../../src/rules/system-status.ts'
import { selectReportedStatus } from '../../../src/status/status.ts'
import { useConfiguration } from '../../hooks/use-configuration.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Logo } from '../../parts/art/logo.tsx'
import { Footer } from '../../parts/frame/footer.tsx'
import { lazy } from '../../parts/lazy/lazy.tsx'
import { clockNowMs } from '../../parts/text/shared-clock.ts'
import { ThemeChoice } from './theme-choice.tsx'

/** Also in the bar of the frame. */
export const FrameBadges = lazy(() => import('../banners/all-badges.tsx'), 'AllBadges')

/** From the first year of the product to this one. */
const years = (): string => `2024–${new Date(clockNowMs()).getFullYear()}`

/** Links to the product's other sites and, inside the console, shows the engine that runs workloads. */
export const ConsoleFooter = ({ isInside = false }: { isInside?: boolean }) => {
  const configuration = useConfiguration()
  const reported = useSelected(selectReportedStatus)
  if (!configuration) return <Footer brand={<Logo size="small" />} copyright={`© ${years()}`} links={[]} />
  const { product, links, sandbox } = configuration
  const all = [
    { label: 'Documentation', href: links.docs },
    { label: 'Changelog', href: links.changelog },
    { label: 'Source code', href: links.code },
    { label: 'Social', href: links.social },
    { label: 'Community chat', href: links.chat },
  ]
  return (
    <Footer
      brand={<Logo size="small" />}
      copyright={`© ${years()} ${product.name}`}
      badge={(isInside || sandbox) && <FrameBadges place={isInside ? 'footer' : 'visitorFooter'} />}
      links={all.flatMap(({ label, href }) => (href ? [{ label, href }] : []))}
      {...(reported && { status: { kind: statusKind(reported), text: reported.description } })}
      end={!isInside && <ThemeChoice />}
    />
  )
}
