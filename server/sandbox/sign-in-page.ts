import { escapeHtml } from '../http/escape-html.ts'
import { pageFrame } from './page-frame.ts'
import type { SandboxPerson } from './person.ts'

interface SignInPage {
  productName: string
  providerTitle: string
  /** Where its style and typeface are. */
  assets: string
  people: Pick<SandboxPerson, 'name' | 'email'>[]
  /** What was typed before, and why it cannot be used. */
  refused?: { typed: string; words: string }
}

export const signInPage = ({ productName, providerTitle, assets, people, refused }: SignInPage): string =>
  pageFrame(
    assets,
    productName,
    `Continue to ${productName} with ${providerTitle}`,
    `<p class="lead">This page stands in for ${escapeHtml(providerTitle)} on this machine. It needs no account and no password, and nothing leaves this computer.</p>
    ${people.length > 0 ? pickForm(people) : ''}
    <form method="post" class="${people.length > 0 ? 'divided' : ''}">
      <label for="name">Name</label>
      <input id="name" name="name" type="text" required maxlength="60" autocomplete="off" spellcheck="false" placeholder="Ada Lovelace"
        value="${escapeHtml(refused?.typed ?? '')}"${refused ? ' aria-invalid="true" aria-describedby="fault"' : ''}${people.length > 0 ? '' : ' autofocus'}>
      ${refused ? `<p class="fault" id="fault">${escapeHtml(refused.words)}</p>` : `<p class="hint">${people.length > 0 ? 'Or be somebody else: a' : 'Any name will do. A'} new name makes a new person.</p>`}
      <button class="primary" type="submit">Continue</button>
    </form>
    <form method="post"><button class="quiet" type="submit" name="cancel" value="y">Cancel</button></form>`,
  )

export const signInGonePage = (productName: string, assets: string): string =>
  pageFrame(
    assets,
    productName,
    'This sign-in has ended',
    `<p class="lead">It took too long, was used already, or was started in another browser.</p>
    <a class="primary" href="/login">Back to log in</a>`,
  )

const pickForm = (people: SignInPage['people']): string =>
  `<form method="post"><h2>People seen before</h2><ul>${people
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
