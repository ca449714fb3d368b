// Tells the processor whether the owner of the card authenticated, and the page around this frame that they decided.
const address = new URLSearchParams(location.search)
const { path, key } = document.querySelector('main').dataset

document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault()
  for (const button of document.querySelectorAll('button')) button.disabled = true
  await fetch(`${path}/authenticate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams({ result: event.submitter.value, client_secret: address.get('client_secret') ?? '' }),
  }).catch(() => undefined)
  parent.postMessage({ event: 'authenticated' }, '*')
})
parent.postMessage({ event: 'ready' }, '*')
