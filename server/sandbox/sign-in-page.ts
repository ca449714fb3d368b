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

const LOGO = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><path class="post" d="M8 13.5v7.2c0 2.6 1.5 4.1 4 4.1 3.2 0 3.9-2.4 7-2.4s3.7 2.4 6.8 2.4c1 0 1.7-.2 2.4-.6"/><circle class="lamp" cx="8" cy="7.4" r="2.6"/><path class="beam" d="M13.6 7.4a5.6 5.6 0 0 1-2.2 4.5M18.6 7.4a10.6 10.6 0 0 1-3.5 7.9M23.6 7.4a15.6 15.6 0 0 1-4.4 10.9"/></svg>`

export const signInPage = ({ productName, providerTitle, assets, people, refused }: SignInPage): string =>
  frame(
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
  frame(
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

const frame = (assets: string, productName: string, title: string, content: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark light">
    <title>${escapeHtml(title)} · Sandbox</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${assets}/sign-in.css">
  </head>
  <body>
    <main>
      <header>${LOGO}<span class="product">${escapeHtml(productName)}</span><span class="sandbox">Sandbox</span></header>
      <h1>${escapeHtml(title)}</h1>
      ${content}
    </main>
  </body>
</html>
`

const initials = (name: string): string =>
  name
    .split(/[\s-]+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
