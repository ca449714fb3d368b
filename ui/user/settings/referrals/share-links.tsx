import { Mail } from 'lucide-react'
import { useProductName } from '../../../hooks/use-configuration.ts'
import { LinkButton } from '../../../parts/actions/link-button.tsx'
import { LinkedInIcon, TwitterIcon } from '../../../parts/art/share-icons.tsx'
import { Row } from '../../../parts/layout/row.tsx'

const withQuery = (address: string, query: Record<string, string>): string => {
  const url = new URL(address)
  url.search = new URLSearchParams(query).toString()
  return url.href
}

export const ShareLinks = ({ link, code }: { link: string; code: string }) => {
  const product = useProductName()
  const text = `I deploy on ${product}. Sign up with my code ${code}:`
  // Not form encoding: mail programs would show its plus signs.
  const mail = `mailto:?subject=${encodeURIComponent(`Join me on ${product}`)}&body=${encodeURIComponent(`${text}\n${link}`)}`
  return (
    <Row wrap>
      <LinkButton icon={<Mail />} href={mail}>
        Email
      </LinkButton>
      <LinkButton
        icon={<LinkedInIcon />}
        newTab
        href={withQuery('https://www.linkedin.com/sharing/share-offsite/', { url: link })}
      >
        LinkedIn
      </LinkButton>
      <LinkButton
        icon={<TwitterIcon />}
        newTab
        href={withQuery('https://twitter.com/intent/tweet', { text: text, url: link })}
      >
        Twitter
      </LinkButton>
    </Row>
  )
}
