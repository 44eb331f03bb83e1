// Imports a WXR file into WordPress. The plugin "WordPress Importer" is in no package registry, so this does what it
// does, in its order: read the file with SimpleXML, create authors, insert posts, set terms, insert comments by id.
require_once ABSPATH . 'wp-admin/includes/post.php';
$document = new DOMDocument();
if (!$document->loadXML(file_get_contents($given)) || isset($document->doctype)) return 'not well-formed';
$rss = simplexml_import_dom($document);
$names = $rss->getDocNamespaces();
if (!preg_match('/^\d+\.\d+$/', (string) $rss->xpath('/rss/channel/wp:wxr_version')[0])) return 'no version';
$users = [];
foreach ($rss->xpath('/rss/channel/wp:author') as $one) {
    $author = $one->children($names['wp']);
    $login = sanitize_user((string) $author->author_login, true);
    $user = wp_insert_user([
        'user_login' => $login,
        'user_pass' => 'x',
        'display_name' => (string) $author->author_display_name,
    ]);
    if (is_wp_error($user)) return $user->get_error_message() . ": $login";
    $users[$login] = $user;
}
foreach ($rss->channel->item as $item) {
    $wp = $item->children($names['wp']);
    $title = (string) $item->title;
    if (post_exists($title, '', (string) $wp->post_date)) continue;
    $login = sanitize_user((string) $item->children($names['dc'])->creator, true);
    $post = wp_insert_post(wp_slash([
        'import_id' => (int) $wp->post_id,
        'post_author' => $users[$login],
        'post_date' => (string) $wp->post_date,
        'post_date_gmt' => (string) $wp->post_date_gmt,
        'post_content' => (string) $item->children($names['content'])->encoded,
        'post_title' => $title,
        'post_status' => (string) $wp->status,
        'post_name' => (string) $wp->post_name,
        'comment_status' => (string) $wp->comment_status,
        'guid' => (string) $item->guid,
        'post_type' => (string) $wp->post_type,
    ]), true);
    if (is_wp_error($post)) return $post->get_error_message();
    $terms = [];
    foreach ($item->category as $category) {
        $slug = (string) $category['nicename'];
        $taxonomy = (string) $category['domain'];
        $known = term_exists($slug, $taxonomy) ?: wp_insert_term((string) $category, $taxonomy, ['slug' => $slug]);
        if (is_wp_error($known)) return $known->get_error_message();
        $terms[$taxonomy][] = (int) (is_array($known) ? $known['term_id'] : $known);
    }
    foreach ($terms as $taxonomy => $ids) wp_set_post_terms($post, $ids, $taxonomy);
    $comments = [];
    foreach ($wp->comment as $comment) $comments[(int) $comment->comment_id] = $comment;
    ksort($comments);
    $inserted = [];
    foreach ($comments as $id => $comment) {
        $parent = (int) $comment->comment_parent;
        $inserted[$id] = wp_insert_comment(wp_filter_comment(wp_slash([
            'comment_post_ID' => $post,
            'comment_author' => (string) $comment->comment_author,
            'comment_author_email' => (string) $comment->comment_author_email,
            'comment_author_IP' => (string) $comment->comment_author_IP,
            'comment_author_url' => (string) $comment->comment_author_url,
            'comment_date' => (string) $comment->comment_date,
            'comment_date_gmt' => (string) $comment->comment_date_gmt,
            'comment_content' => (string) $comment->comment_content,
            'comment_approved' => (string) $comment->comment_approved,
            'comment_type' => (string) $comment->comment_type,
            'comment_parent' => $inserted[$parent] ?? $parent,
            'comment_agent' => '',
            'user_ID' => 0,
        ])));
    }
    foreach ($wp->postmeta as $meta) {
        add_post_meta($post, wp_slash((string) $meta->meta_key), wp_slash(maybe_unserialize((string) $meta->meta_value)));
    }
}
return 'imported';
