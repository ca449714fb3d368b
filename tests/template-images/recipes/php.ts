import type { ImageRecipe } from '../recipe.ts'

const phpIni = `extension=mysqlnd.so
extension=mysqli.so
`

const wordpress: ImageRecipe = {
  name: 'library/wordpress:6.8-apache',
  program: 'wordpress',
  packages: ['wordpress', 'libapache2-mod-php8.2', 'php8.2-mysql', 'apache2-bin'],
  environment: { PHP_INI_SCAN_DIR: '/etc/php-here' },
  users: { 'www-data': 33 },
  command: ['apache2', '-f', '/etc/httpd.conf', '-D', 'FOREGROUND'],
  files: {
    '/etc/php-here/mysql.ini': phpIni,
    '/etc/httpd.conf': `ServerRoot /etc
ServerName localhost
Listen 80
PidFile /run/httpd.pid
User www-data
Group www-data
${['mpm_prefork', 'authz_core', 'dir', 'mime', 'setenvif']
  .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
  .join('\n')}
LoadModule php_module /usr/lib/apache2/modules/libphp8.2.so
TypesConfig /dev/null
DocumentRoot /var/www/html
DirectoryIndex index.php
ErrorLog /dev/stderr
StartServers 1
MaxRequestWorkers 4
<Directory /var/www/html>
  Require all granted
</Directory>
<FilesMatch "\\.php$">
  SetHandler application/x-httpd-php
</FilesMatch>`,
  },
  entrypoint: `
mkdir -p /var/www/html
if [ ! -e /var/www/html/index.php ]; then
  # Some links of the package lead to files that only its scripts make.
  cp -rL /usr/share/wordpress/. /var/www/html/ 2> /dev/null || true
  rm -f /var/www/html/wp-config.php
  cat > /var/www/html/wp-config.php <<'END'
<?php
define('DB_HOST', getenv('WORDPRESS_DB_HOST'));
define('DB_NAME', getenv('WORDPRESS_DB_NAME'));
define('DB_USER', getenv('WORDPRESS_DB_USER'));
define('DB_PASSWORD', getenv('WORDPRESS_DB_PASSWORD'));
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
foreach (['AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT'] as $name)
  define($name, hash('sha256', $name . getenv('WORDPRESS_DB_PASSWORD')));
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
END
  chown -R www-data:www-data /var/www/html
fi
exec "$@"`,
}

const adminer: ImageRecipe = {
  name: 'library/adminer:latest',
  program: 'adminer',
  packages: ['adminer', 'php8.2-cli', 'php8.2-mysql'],
  environment: { PHP_INI_SCAN_DIR: '/etc/php-here' },
  files: { '/etc/php-here/mysql.ini': phpIni },
  users: { adminer: 100 },
  command: ['php8.2', '-S', '[::]:8080', '/usr/share/adminer/adminer.php'],
  entrypoint: 'exec gosu adminer "$@"',
}

export const phpRecipes: readonly ImageRecipe[] = [wordpress, adminer]
