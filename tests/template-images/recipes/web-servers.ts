import type { ImageRecipe } from '../recipe.ts'

const page = (name: string) => `<!doctype html><title>${name}</title><h1>It works!</h1>`

const nginx: ImageRecipe = {
  name: 'library/nginx:1.28-alpine',
  program: 'nginx-light',
  packages: ['nginx-light'],
  users: { nginx: 101 },
  command: ['nginx', '-g', 'daemon off;'],
  files: {
    '/usr/share/nginx/html/index.html': page('Welcome to nginx!'),
    '/etc/nginx/nginx.conf': `user nginx;
events {}
http {
  include mime.types;
  access_log /dev/stdout;
  error_log /dev/stderr;
  server { listen 80; root /usr/share/nginx/html; }
}`,
  },
  entrypoint: 'exec "$@"',
}

const apacheModules = (...names: string[]) =>
  names.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')

const httpd: ImageRecipe = {
  name: 'library/httpd:2.4-alpine',
  program: 'apache2',
  packages: ['apache2-bin'],
  users: { daemon: 2 },
  command: ['apache2', '-f', '/usr/local/apache2/conf/httpd.conf', '-D', 'FOREGROUND'],
  files: {
    '/usr/local/apache2/htdocs/index.html': page('Apache'),
    '/usr/local/apache2/conf/httpd.conf': `ServerRoot /usr/local/apache2
ServerName localhost
Listen 80
PidFile /run/httpd.pid
User daemon
Group daemon
${apacheModules('mpm_event', 'authz_core', 'dir')}
DocumentRoot /usr/local/apache2/htdocs
ErrorLog /dev/stderr
<Directory /usr/local/apache2/htdocs>
  Require all granted
</Directory>`,
  },
  entrypoint: 'exec "$@"',
}

const caddy: ImageRecipe = {
  name: 'library/caddy:2-alpine',
  program: 'caddy',
  packages: ['caddy'],
  command: ['caddy', 'run', '--config', '/etc/caddy/Caddyfile', '--adapter', 'caddyfile'],
  environment: { XDG_CONFIG_HOME: '/config', XDG_DATA_HOME: '/data' },
  files: {
    '/usr/share/caddy/index.html': page('Caddy works!'),
    '/etc/caddy/Caddyfile': ':80 {\n  root * /usr/share/caddy\n  file_server\n}\n',
  },
  entrypoint: 'exec "$@"',
}

export const webServerRecipes: readonly ImageRecipe[] = [nginx, httpd, caddy]
