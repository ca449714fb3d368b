import { ExternalLink } from 'lucide-react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { type PortLine, portLines } from '../../../src/instances/port-lines.ts'
import { CopyButton } from '../../parts/actions/copy-button.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Text } from '../../parts/text/text.tsx'
import css from './links-card.module.css'

/** Where the instance is reached: links for browsers, and addresses for other programs. */
export const LinksCard = ({ instance }: { instance: Instance }) => {
  const isUp = instance.state === 'Active' && instance.desiredState === 'active'
  const lines = portLines(instance)
  return (
    <Card title="Links and ports" padded={false}>
      {lines.length === 0 ? (
        <div className={css.none}>
          <Text tone="muted">This instance has no public ports, so it has no link.</Text>
        </div>
      ) : (
        <ul className={css.list}>
          {lines.map((line) => (
            <li key={line.key} className={css.line}>
              <span className={css.port}>
                <span className={css.number}>{line.containerPort}</span>
                <span className={css.note}>{line.note}</span>
              </span>
              <Place line={line} isUp={isUp} />
              {line.error && (
                <span className={css.error}>
                  <Text as="span" size="sm" tone="bad">
                    {line.error}
                  </Text>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const Place = ({ line: { url, address }, isUp }: { line: PortLine; isUp: boolean }) => {
  if (url !== null)
    return (
      <>
        {isUp ? (
          <a className={css.url} href={url} target="_blank" rel="noreferrer">
            {url}
            <ExternalLink />
          </a>
        ) : (
          <span className={css.idle}>{url}</span>
        )}
        <CopyButton text={url} label="Copy link" />
      </>
    )
  if (address === null) return <span className={css.idle}>Not listening</span>
  return (
    <>
      <code className={isUp ? css.address : css.idle}>{address}</code>
      <CopyButton text={address} label={`Copy address ${address}`} />
    </>
  )
}
