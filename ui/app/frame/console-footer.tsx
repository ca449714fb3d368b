import { Logo } from '../../parts/art/logo.tsx'
import { Footer } from '../../parts/frame/footer.tsx'
import { useConfiguration } from '../use-configuration.ts'

/** Where the product lives besides the console, and what runs here. */
export const ConsoleFooter = () => {
  const configuration = useConfiguration()
  if (!configuration) return <Footer brand={<Logo size="small" />} copyright="© 2024" links={[]} />
  const { product, links, engine, sandbox } = configuration
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
      copyright={`© 2024 ${product.name}`}
      links={all.flatMap(({ label, href }) => (href ? [{ label, href }] : []))}
      note={[engine.isolation, sandbox && 'Sandbox: sign-in is a stand-in on this machine.'].filter(Boolean).join(' ')}
    />
  )
}
