#!/usr/bin/env ruby
# frozen_string_literal: true
# typed: strict
#
# Copyright (c) 2020 Someone
# All rights reserved.

# Reads the daily feed. It is slow.
#
# See also: nothing.

require "set"

=begin
A block comment
about Feed.
=end
class Feed
  # rubocop:disable Metrics
  # The first page.
  #
  # @return [Integer]
  FIRST = 1

  LAST = 9 # trailing

  # @param url [String] where
  def tagged(url); end

  # :nodoc:
  def undocumented; end

  # Detached comment.

  def detached; end

  ##
  # Fetches a page, e.g. the first one. Then stops.
  #--
  # internal
  def fetch(page) # what page
    # inside
    "a # not a comment #{page # a comment
    } b"
  end

  # Both words.
  attr_reader :a,
              :b

  # Decorated.
  private def secret; end

  # frozen_string_literal: true
  class Odd; end
end

__END__
# data, not a comment
def nothing; end
