import type { Domain, DomainRecord } from '../../../src/contract/wire/domains/domain.ts'
import { aliasText } from '../../../src/domains/domain-texts.ts'
import { CopyButton } from '../../parts/actions/copy-button.tsx'
import { Text } from '../../parts/text/text.tsx'
import css from './domains.module.css'

/** The records to set, each part with a button that copies it. */
export const DomainRecords = ({ domain: { records, displayName } }: { domain: Domain }) => (
  <ul className={css.records} aria-label={`DNS records of ${displayName}`}>
    {records.map(({ purpose, type, name, value }) => (
      <li key={`${type} ${name} ${value}`} className={css.record}>
        <div className={css.purpose}>
          <Text as="span" mono weight="medium">
            {type}
          </Text>
          <Text as="span" size="sm" tone="muted">
            {purposeTexts[purpose]}
          </Text>
        </div>
        <Part label="Name" text={name} />
        <Part label="Value" text={value} />
        {type === 'ALIAS' && (
          <Text size="sm" tone="muted">
            {aliasText}
          </Text>
        )}
        {value === 'localhost' && (
          <Text size="sm" tone="muted">
            This installation serves only its own machine, so a public name cannot lead to it.
          </Text>
        )}
      </li>
    ))}
  </ul>
)

const purposeTexts: Record<DomainRecord['purpose'], string> = {
  ownership: 'Proves that the name is yours',
  routing: 'Leads to this instance',
  certificate: 'Lets Longshore renew the certificate',
}

const Part = ({ label, text }: { label: string; text: string }) => (
  <div className={css.part}>
    <Text as="span" size="sm" tone="muted">
      {label}
    </Text>
    <code className={css.value}>{text}</code>
    <CopyButton text={text} label={`Copy ${label.toLowerCase()} ${text}`} />
  </div>
)
