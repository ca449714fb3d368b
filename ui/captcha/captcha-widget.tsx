import { useEffect, useRef, useState } from 'react'
import { Text } from '../parts/text/text.tsx'

/** What both providers' scripts offer, by their documentation. */
interface CaptchaApi {
  render(
    container: HTMLElement,
    options: {
      sitekey: string
      theme: 'light' | 'dark'
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): string
  remove(widget: string): void
}

const scripts = {
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
}

interface CaptchaWidgetProps {
  provider: keyof typeof scripts
  siteKey: string
  onToken: (token: string | null) => void
}

/** The widget of a provider, whose script is loaded only here. */
export const CaptchaWidget = ({ provider, siteKey, onToken }: CaptchaWidgetProps) => {
  const container = useRef<HTMLDivElement>(null)
  const [isFailed, setIsFailed] = useState(false)
  useEffect(() => {
    let remove = () => {}
    let isGone = false
    loadApi(provider).then(
      (api) => {
        if (isGone || !container.current) return
        const widget = api.render(container.current, {
          sitekey: siteKey,
          theme: document.documentElement.dataset.theme === 'light' ? 'light' : 'dark',
          callback: onToken,
          'expired-callback': () => onToken(null),
          'error-callback': () => setIsFailed(true),
        })
        remove = () => api.remove(widget)
      },
      () => setIsFailed(true),
    )
    return () => {
      isGone = true
      remove()
    }
  }, [provider, siteKey, onToken])
  return (
    <>
      <div ref={container} />
      {isFailed && (
        <div role="alert">
          <Text size="sm" tone="bad">
            The captcha could not be loaded. Allow it in your browser, then load the page again.
          </Text>
        </div>
      )}
    </>
  )
}

const loadApi = (provider: keyof typeof scripts): Promise<CaptchaApi> =>
  new Promise((resolve, reject) => {
    const finish = () => {
      // The provider's script defines it under its own name.
      const api = (window as unknown as Record<string, CaptchaApi | undefined>)[provider]
      if (api) resolve(api)
      else reject(new Error(`${provider} is not there.`))
    }
    const script = document.createElement('script')
    script.src = scripts[provider]
    script.async = true
    script.onload = finish
    script.onerror = reject
    if (provider in window) finish()
    else document.head.append(script)
  })
