// The card form in its frame. Card details go from here to the processor, and never to the page around it.
const address = new URLSearchParams(location.search)
const key = address.get('key') ?? ''
const form = document.querySelector('form')
const [number, expiry, cvc] = ['number', 'expiry', 'cvc'].map((id) => document.getElementById(id))
const problem = document.getElementById('problem')
let page = null

const emit = (event, detail = {}) => parent.postMessage({ event, ...detail }, page ?? '*')

/** Calls the processor with the publishable key. */
const send = async (method, path, fields) => {
  const body = new URLSearchParams(Object.entries(fields).filter(([, value]) => value))
  try {
    const response = await fetch(method === 'GET' ? `${path}?${body}` : path, {
      method,
      headers: { authorization: `Bearer ${key}` },
      ...(method === 'POST' && { body }),
    })
    return await response.json()
  } catch {
    return { error: { type: 'api_connection_error', message: 'The card processor does not respond. Try again.' } }
  }
}

const digitsOf = (field) => field.value.replaceAll(/\D/g, '')
const isAmex = () => /^3[47]/.test(digitsOf(number))

const problems = () => {
  const [card, date, code] = [number, expiry, cvc].map(digitsOf)
  return [
    card.length < (isAmex() ? 15 : 16) && [number, 'incomplete_number', 'Your card number is incomplete.'],
    date.length < 4 && [expiry, 'incomplete_expiry', 'Your card’s expiration date is incomplete.'],
    date.length === 4 &&
      !/^(0[1-9]|1[0-2])/.test(date) && [expiry, 'invalid_expiry_month', 'Your card’s expiration month is invalid.'],
    code.length < (isAmex() ? 4 : 3) && [cvc, 'incomplete_cvc', 'Your card’s security code is incomplete.'],
  ].filter(Boolean)
}

const show = (field, message) => {
  for (const input of [number, expiry, cvc])
    if (input === field) input.ariaInvalid = 'true'
    else input.removeAttribute('aria-invalid')
  problem.textContent = message
}

const fieldOf = (param) => ({ number, exp_year: expiry, exp_month: expiry, cvc })[param]

const validate = () => {
  const [first] = problems()
  if (!first) return undefined
  const [field, code, message] = first
  show(field, message)
  field.focus()
  return { error: { type: 'validation_error', code, message } }
}

const intentPath = (kind, clientSecret) => `/v1/${kind}/${String(clientSecret).split('_secret_')[0]}`

const confirm = async ({ kind, clientSecret, billing = {}, paymentMethod }) => {
  let method = paymentMethod
  if (form && !method) {
    const invalid = validate()
    if (invalid) return invalid
    const date = digitsOf(expiry)
    const created = await send('POST', '/v1/payment_methods', {
      type: 'card',
      'card[number]': digitsOf(number),
      'card[exp_month]': Number(date.slice(0, 2)),
      'card[exp_year]': 2000 + Number(date.slice(2)),
      'card[cvc]': digitsOf(cvc),
      'billing_details[name]': billing.name,
      'billing_details[email]': billing.email,
    })
    if (created.error) return declined(created.error)
    method = created.id
  }
  const fields = { client_secret: clientSecret, payment_method: method }
  const intent = await send('POST', `${intentPath(kind, clientSecret)}/confirm`, fields)
  return intent.error ? declined(intent.error) : { intent }
}

const declined = (error) => {
  if (form) show(fieldOf(error.param), error.message)
  return { error }
}

const actions = {
  confirm,
  submit: async () => validate() ?? {},
  async retrieve({ kind, clientSecret }) {
    const intent = await send('GET', intentPath(kind, clientSecret), { client_secret: clientSecret })
    return intent.error ? { error: intent.error } : { intent }
  },
  focus: async () => number?.focus(),
  blur: async () => document.activeElement?.blur(),
  clear: async () => form?.reset(),
}

addEventListener('message', async ({ source, origin, data }) => {
  if (source !== parent || !Object.hasOwn(actions, data.action)) return
  page = origin
  const result = await actions[data.action](data)
  parent.postMessage({ id: data.id, result }, origin)
})

if (form) {
  const group = (text, sizes) => {
    const parts = []
    for (let at = 0, part = 0; at < text.length; part += 1) {
      const size = sizes[Math.min(part, sizes.length - 1)]
      parts.push(text.slice(at, at + size))
      at += size
    }
    return parts
  }
  const format = (field, text) => {
    const atEnd = field.selectionStart === field.value.length
    if (field.value !== text) field.value = text
    if (atEnd) field.setSelectionRange(text.length, text.length)
  }
  form.addEventListener('input', ({ target }) => {
    const digits = digitsOf(target)
    if (target === number)
      format(number, group(digits.slice(0, isAmex() ? 15 : 16), isAmex() ? [4, 6, 5] : [4]).join(' '))
    if (target === expiry) format(expiry, group(digits.slice(0, 4), [2]).join(' / '))
    if (target === cvc) format(cvc, digits.slice(0, isAmex() ? 4 : 3))
    show(undefined, '')
    emit('change', {
      complete: problems().length === 0,
      empty: form.querySelectorAll(':placeholder-shown').length === 3,
    })
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('focusin', () => emit('focus'))
  form.addEventListener('focusout', () => emit('blur'))
  new ResizeObserver(() => emit('height', { height: Math.ceil(form.getBoundingClientRect().height) })).observe(form)
}
emit('ready')
