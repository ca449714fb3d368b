import { expect } from 'vitest'
import type { Deployed } from '../deploy-template.ts'
import type { TestedTemplate } from './tested-template.ts'

const welcomes = (id: string, text: string): TestedTemplate => ({
  id,
  async use(instance) {
    const page = await instance.get('/')
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining(text) })
  },
})

/** Needs no theme, which Debian packages apart. */
const feed = '/?feed=rss2'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

const webdav = async (instance: Deployed) => ({
  authorization: `Basic ${Buffer.from(`webdav:${await instance.value('RCLONE_PASS')}`).toString('base64')}`,
})

export const webUses: readonly TestedTemplate[] = [
  welcomes('nginx', 'Welcome to nginx!'),
  welcomes('httpd', 'It works!'),
  welcomes('caddy', 'Caddy works!'),
  {
    id: 'wordpress-mariadb',
    async use(instance) {
      const installed = await instance.get('/wp-admin/install.php?step=2', {
        method: 'POST',
        headers: form,
        body: new URLSearchParams({
          weblog_title: 'The harbour blog',
          user_name: 'ada',
          admin_password: 'a-long-password-of-these-tests',
          admin_password2: 'a-long-password-of-these-tests',
          pw_weak: 'on',
          admin_email: 'ada@example.org',
          blog_public: '0',
        }).toString(),
      })
      expect(installed).toMatchObject({ status: 200, body: expect.stringContaining('Success!') })
      expect((await instance.get(feed)).body).toContain('The harbour blog')
    },
    async afterRestart(instance) {
      expect((await instance.get(feed)).body).toContain('The harbour blog')
    },
  },
  {
    id: 'adminer',
    async use(instance) {
      expect((await instance.get('/')).body).toContain('Adminer')
    },
  },
  {
    id: 'webdav',
    async use(instance) {
      expect((await instance.get('/')).status).toBe(401)
      const headers = await webdav(instance)
      expect((await instance.get('/tide.txt', { method: 'PUT', headers, body: 'high' })).status).toBe(201)
    },
    async afterRestart(instance) {
      expect((await instance.get('/tide.txt', { headers: await webdav(instance) })).body).toBe('high')
    },
  },
]
