import { ExternalLink } from 'lucide-react'
import type { PortLine } from '../../../../src/instances/port-lines.ts'
import { Text } from '../../../parts/text/text.tsx'
import css from './connect-card.module.css'
import { PlaceLabel, PlaceLine } from './place-line.tsx'

type PublicPlaceProps = { line: PortLine; isUp: boolean }

/** The link of a port for browsers, or the address of one for other programs. */
export const PublicPlace = ({ line: { url, address, containerPort, protocol, error }, isUp }: PublicPlaceProps) => {
  const note = `${protocol.toUpperCase()} ${containerPort}`
  if (url !== null)
    return (
      <PlaceLine label="Link" note={note} text={url} copy="Copy link">
        {isUp ? (
          <a className={css.url} href={url} target="_blank" rel="noreferrer">
            {url}
            <ExternalLink />
          </a>
        ) : (
          <code className={css.idle}>{url}</code>
        )}
      </PlaceLine>
    )
  if (address === null)
    return (
      <div className={css.line}>
        <PlaceLabel label={protocol === 'http' ? 'Link' : 'Public address'} note={note} />
        <Text as="span" size="sm" tone="muted">
          None while it does not listen
        </Text>
      </div>
    )
  return (
    <>
      <PlaceLine label="Public address" note={note} text={address} copy={`Copy address ${address}`}>
        <code className={isUp ? css.text : css.idle}>{address}</code>
      </PlaceLine>
      {error && (
        <Text size="sm" tone="bad">
          {error}
        </Text>
      )}
    </>
  )
}
