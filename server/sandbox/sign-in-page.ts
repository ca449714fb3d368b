import { escapeHtml } from '../http/escape-html.ts'
import { pageFrame } from './page-frame.ts'
import type { SandboxUser } from './sandbox-user.ts'

interface SignInPage {
  productName: string
  providerTitle: string
  /** Base path of its stylesheet and font. */
  assets: string
  users: Pick<SandboxUser, 'name' | 'email'>[]
  /** The previous input, and why it was rejected. */
  rejectedInput?: { typed: string; message: string }
}

export const signInPage = ({ productName, providerTitle, assets, users, rejectedInput }: SignInPage): string =>
  pageFrame(
    assets,
    productName,
    `Continue to ${productName} with ${providerTitle}`,
    `<p class="lead">This page stands in for ${escapeHtml(providerTitle)} on this machine. It needs no account or password, and nothing leaves this computer.</p>
    ${users.length > 0 ? pickForm(users) : ''}
    <form method="post" class="${users.length > 0 ? 'divided' : ''}">
      <label for="name">Name</label>
      <input id="name" name="name" type="text" required maxlength="60" autocomplete="off" spellcheck="false" placeholder="Ada Lovelace"
        value="${escapeHtml(rejectedInput?.typed ?? '')}"${rejectedInput ? ' aria-invalid="true" aria-describedby="error"' : ''}${users.length > 0 ? '' : ' autofocus'}>
      ${rejectedInput ? `<p class="error" id="error">${escapeHtml(rejectedInput.message)}</p>` : `<p class="hint">${users.length > 0 ? 'Or enter' : 'Enter'} any name. A new name creates a new user.</p>`}
      <button class="primary" type="submit">Continue</button>
    </form>
    <form method="post"><button class="quiet" type="submit" name="cancel" value="y">Cancel</button></form>`,
  )

export const signInExpiredPage = (productName: string, assets: string): string =>
  pageFrame(
    assets,
    productName,
    'This login has expired',
    `<p class="lead">It took too long, was already used, or was started in another browser.</p>
    <a class="primary" href="/login">Back to login</a>`,
  )

const pickForm = (users: SignInPage['users']): string =>
  `<form method="post"><h2>Recent users</h2><ul>${users
    .map(
      ({ name, email }) =>
        `<li><button class="person" type="submit" name="name" value="${escapeHtml(name)}"><span class="initials" aria-hidden="true">${escapeHtml(initials(name))}</span><span class="who"><span class="name">${escapeHtml(name)}</span><span class="email">${escapeHtml(email)}</span></span></button></li>`,
    )
    .join('')}</ul></form>`

const initials = (name: string): string =>
  name
    .split(/[\s-]+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
