import { escapeHtml } from '../../http/escape-html.ts'
import { pageFrame } from '../page-frame.ts'
import type { StoredMail } from './mail-store.ts'

/** Renders the stored mails as text, newest first, with links that work. */
export const mailPage = (assets: string, productName: string, mails: StoredMail[]): string =>
  pageFrame(
    assets,
    productName,
    'Mail',
    `<p class="lead">No mail leaves this machine. It is stored here instead, newest first.</p>
    ${mails.length > 0 ? mails.map(entry).join('\n') : '<p class="hint">No mail yet. Invite a member to an organisation to see the invitation here.</p>'}`,
  )

const entry = ({ to, subject, text, sentAt }: StoredMail): string =>
  `<article class="divided">
      <h2>${escapeHtml(subject)}</h2>
      <p class="hint">To ${escapeHtml(to)}, <time datetime="${escapeHtml(sentAt)}">${escapeHtml(new Date(sentAt).toUTCString())}</time></p>
      <p class="letter">${linked(text)}</p>
    </article>`

/** Turns web addresses that stand alone on a line into links. */
const linked = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      /^https?:\/\/\S+$/.test(line) ? `<a href="${escapeHtml(line)}">${escapeHtml(line)}</a>` : escapeHtml(line),
    )
    .join('\n')
